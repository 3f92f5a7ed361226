--liquibase formatted sql

-- The lab's own: nothing here is about real orders, and the rows of a run are gone when it has ended.

--changeset payonce:lab_order
CREATE TABLE lab_order (
  run_id     BIGINT      NOT NULL PRIMARY KEY,
  status     VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  version    INT         NOT NULL,
  created_at DATETIME(6) NOT NULL,
  KEY ix_lab_order_age (created_at)
);

--changeset payonce:lab_dedup
CREATE TABLE lab_dedup (
  run_id  BIGINT        NOT NULL,
  request VARBINARY(64) NOT NULL,
  PRIMARY KEY (run_id, request)
);

--changeset payonce:lab_message
CREATE TABLE lab_message (
  run_id     BIGINT        NOT NULL,
  message_id VARBINARY(64) NOT NULL,
  result     VARCHAR(16)   CHARACTER SET ascii COLLATE ascii_bin NULL,
  PRIMARY KEY (run_id, message_id)
);

--changeset payonce:lab_payment
-- As payment: the token's key, and a key that refuses a second live payment of an order.
CREATE TABLE lab_payment (
  id          BIGINT        NOT NULL PRIMARY KEY,
  run_id      BIGINT        NOT NULL,
  token       VARBINARY(64) NOT NULL,
  status      VARCHAR(16)   CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  live_run_id BIGINT GENERATED ALWAYS AS (CASE WHEN status IN ('PROCESSING', 'SUCCEEDED') THEN run_id END) STORED,
  CONSTRAINT uq_lab_payment_token UNIQUE (run_id, token),
  CONSTRAINT uq_lab_payment_live UNIQUE (live_run_id)
);

--changeset payonce:lab_ledger
-- The gateway's books, with the next table.
CREATE TABLE lab_ledger (
  run_id        BIGINT NOT NULL PRIMARY KEY,
  highest_fence BIGINT NOT NULL
);

--changeset payonce:lab_charge
CREATE TABLE lab_charge (
  id             BIGINT      NOT NULL AUTO_INCREMENT PRIMARY KEY,
  run_id         BIGINT      NOT NULL,
  caller         VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  reference      BIGINT      NULL,
  fence          BIGINT      NULL,
  arrived_micros BIGINT      NOT NULL,
  charged_micros BIGINT      NOT NULL,
  KEY ix_lab_charge_run (run_id)
);
