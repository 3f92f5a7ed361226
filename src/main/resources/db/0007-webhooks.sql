--liquibase formatted sql

-- The rules of 0001-core.sql hold here too.

--changeset payonce:webhook_endpoint
-- slot counts a merchant's endpoints: the unique key keeps the limit, whoever races. The secrets are encrypted; events is a
-- list with commas, or null for all.
CREATE TABLE webhook_endpoint (
  id              BIGINT          NOT NULL PRIMARY KEY,
  merchant        VARBINARY(1020) NOT NULL,
  slot            INT             NOT NULL,
  url             VARCHAR(2048)   CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  events          VARCHAR(255)    CHARACTER SET ascii COLLATE ascii_bin NULL,
  status          VARCHAR(16)     CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  secret          VARBINARY(255)  NOT NULL,
  previous_secret VARBINARY(255)  NULL,
  previous_until  DATETIME(6)     NULL,
  version         INT             NOT NULL,
  created_at      DATETIME(6)     NOT NULL,
  CONSTRAINT uq_endpoint_slot UNIQUE (merchant, slot),
  KEY ix_endpoint_status (status, id)
);
