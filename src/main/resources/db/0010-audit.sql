--liquibase formatted sql

-- The rules of 0001-core.sql hold here too.

--changeset payonce:audit_entry
-- Who did what, and was refused what: added to and, past its retention, deleted from. The id sorts by time. An instance writes
-- in batches; at is when it happened, by this server's clock.
CREATE TABLE audit_entry (
  id         BIGINT          NOT NULL PRIMARY KEY,
  at         DATETIME(6)     NOT NULL,
  actor      VARBINARY(1020) NULL,
  roles      VARCHAR(64)     CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  result     VARCHAR(16)     CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  method     VARCHAR(16)     CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  path       VARCHAR(255)    NOT NULL,
  subject    VARCHAR(64)     NULL,
  status     SMALLINT        NOT NULL,
  times      INT             NOT NULL,
  came_from  VARCHAR(64)     NOT NULL,
  request_id VARCHAR(64)     CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  KEY ix_audit_actor (actor, id),
  KEY ix_audit_result (result, id),
  KEY ix_audit_age (at)
) DEFAULT CHARACTER SET utf8mb4;
