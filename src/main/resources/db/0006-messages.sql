--liquibase formatted sql

-- The rules of 0001-core.sql hold here too.

--changeset payonce:inbox_message
-- The mark of a handled message commits in the same transaction as its effect; the primary key decides who was first.
CREATE TABLE inbox_message (
  consumer    VARBINARY(64)  NOT NULL,
  message_id  VARBINARY(255) NOT NULL,
  type        VARCHAR(40)    CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  fingerprint BINARY(32)     NOT NULL,
  result      VARCHAR(64)    CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  handled_at  DATETIME(6)    NOT NULL,
  PRIMARY KEY (consumer, message_id),
  KEY ix_inbox_age (handled_at)
);

--changeset payonce:dead_letter
-- digest tells a repeat: origin, message id and bytes. body and headers are bounded, body_size is the original's.
CREATE TABLE dead_letter (
  id               BIGINT          NOT NULL PRIMARY KEY,
  digest           BINARY(32)      NOT NULL,
  broker           VARCHAR(16)     CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  queue            VARCHAR(255)    NOT NULL,
  origin_partition INT             NULL,
  origin_offset    BIGINT          NULL,
  message_id       VARBINARY(1020) NULL,
  reason           VARCHAR(32)     CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  detail           VARCHAR(255)    NOT NULL,
  status           VARCHAR(16)     CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  deliveries       INT             NOT NULL,
  body             LONGBLOB        NOT NULL,
  body_size        INT             NOT NULL,
  headers          TEXT            NOT NULL,
  first_seen_at    DATETIME(6)     NOT NULL,
  last_seen_at     DATETIME(6)     NOT NULL,
  redriven_at      DATETIME(6)     NULL,
  CONSTRAINT uq_dead_letter_digest UNIQUE (digest),
  KEY ix_dead_letter_age (last_seen_at)
) DEFAULT CHARACTER SET utf8mb4;

--changeset payonce:orders_goods_by_message
-- Goods that a message took for an order that names none; they are sold and given back with it.
ALTER TABLE orders ADD COLUMN goods_by_message BOOLEAN NOT NULL DEFAULT FALSE;
