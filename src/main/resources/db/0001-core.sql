--liquibase formatted sql

-- Rules: a running older version keeps working after this file has run (add, never rename or drop in one step).
-- No foreign keys: the rows of one order are written under that order's row lock, and sharded engines refuse them.
-- Keys that callers choose are VARBINARY, because text collations ignore blanks at the end; customers and actors are up to
-- 255 characters, so 1020 bytes of UTF-8. Times are UTC.

--changeset payonce:orders
CREATE TABLE orders (
  id          BIGINT         NOT NULL PRIMARY KEY,
  customer_id VARBINARY(1020) NOT NULL,
  amount      BIGINT         NOT NULL,
  currency    CHAR(3)        CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  description VARCHAR(500)   NULL,
  item_count  INT            NOT NULL,
  status      VARCHAR(24)    CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  version     INT            NOT NULL,
  created_at  DATETIME(6)    NOT NULL,
  expires_at  DATETIME(6)    NOT NULL,
  paid_at     DATETIME(6)    NULL,
  KEY ix_orders_customer (customer_id, id),
  KEY ix_orders_status (status, id),
  KEY ix_orders_customer_status (customer_id, status, id),
  KEY ix_orders_expiry (status, expires_at)
) DEFAULT CHARACTER SET utf8mb4;

--changeset payonce:order_item
CREATE TABLE order_item (
  order_id   BIGINT       NOT NULL,
  line       INT          NOT NULL,
  sku        VARCHAR(64)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  name       VARCHAR(200) NOT NULL,
  quantity   INT          NOT NULL,
  unit_price BIGINT       NOT NULL,
  PRIMARY KEY (order_id, line)
) DEFAULT CHARACTER SET utf8mb4;

--changeset payonce:order_history
CREATE TABLE order_history (
  order_id    BIGINT         NOT NULL,
  version     INT            NOT NULL,
  from_status VARCHAR(24)    CHARACTER SET ascii COLLATE ascii_bin NULL,
  to_status   VARCHAR(24)    CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  actor       VARBINARY(1020) NOT NULL,
  reason      VARCHAR(255)   NOT NULL,
  at          DATETIME(6)    NOT NULL,
  PRIMARY KEY (order_id, version)
) DEFAULT CHARACTER SET utf8mb4;

--changeset payonce:payment
-- token_id is the dedup key of a token; live_order_id lets the database itself refuse a second live payment of an order.
CREATE TABLE payment (
  id                  BIGINT       NOT NULL PRIMARY KEY,
  order_id            BIGINT       NOT NULL,
  token_id            BINARY(16)   NOT NULL,
  request_fingerprint BINARY(32)   NOT NULL,
  amount              BIGINT       NOT NULL,
  currency            CHAR(3)      CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  payment_method      VARCHAR(255) NULL,
  status              VARCHAR(16)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  refusal             VARCHAR(32)  CHARACTER SET ascii COLLATE ascii_bin NULL,
  decline_code        VARCHAR(64)  NULL,
  order_status        VARCHAR(24)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  gateway_reference   VARCHAR(255) NULL,
  unknown_reason      VARCHAR(64)  NULL,
  refunded_amount     BIGINT       NOT NULL DEFAULT 0,
  version             INT          NOT NULL,
  created_at          DATETIME(6)  NOT NULL,
  settled_at          DATETIME(6)  NULL,
  sends               INT          NOT NULL DEFAULT 0,
  sent_at             DATETIME(6)  NULL,
  next_check_at       DATETIME(6)  NULL,
  checks              INT          NOT NULL DEFAULT 0,
  live_order_id       BIGINT GENERATED ALWAYS AS (CASE WHEN status IN ('PROCESSING', 'SUCCEEDED') THEN order_id END) STORED,
  CONSTRAINT uq_payment_token UNIQUE (token_id),
  CONSTRAINT uq_payment_live_order UNIQUE (live_order_id),
  KEY ix_payment_order (order_id, id),
  KEY ix_payment_status (status, created_at),
  KEY ix_payment_check (next_check_at)
) DEFAULT CHARACTER SET utf8mb4;

--changeset payonce:outbox_event
CREATE TABLE outbox_event (
  id         BIGINT      NOT NULL PRIMARY KEY,
  order_id   BIGINT      NOT NULL,
  type       VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  data       TEXT        NOT NULL,
  created_at DATETIME(6) NOT NULL,
  KEY ix_outbox_order (order_id, id)
) DEFAULT CHARACTER SET utf8mb4;

--changeset payonce:stock
CREATE TABLE stock (
  sku       VARCHAR(64)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  name      VARCHAR(200) NOT NULL,
  price     BIGINT       NOT NULL,
  currency  CHAR(3)      CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  available BIGINT       NOT NULL
) DEFAULT CHARACTER SET utf8mb4;

--changeset payonce:stock_movement
-- One row for what an order holds or has bought of one kind of goods: HOLD becomes SALE, or goes again.
CREATE TABLE stock_movement (
  order_id BIGINT      NOT NULL,
  sku      VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  kind     VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  quantity INT         NOT NULL,
  at       DATETIME(6) NOT NULL,
  PRIMARY KEY (order_id, sku, kind)
);

--changeset payonce:idempotency_record
-- scope is the SHA-256 of caller and operation, whose length has no bound; the record commits in the same transaction as
-- its effect. MEDIUMTEXT: an order of 100 items is longer than 64 KiB.
CREATE TABLE idempotency_record (
  scope           BINARY(32)     NOT NULL,
  idempotency_key VARBINARY(255) NOT NULL,
  fingerprint     BINARY(32)     NOT NULL,
  result          MEDIUMTEXT     NOT NULL,
  created_at      DATETIME(6)    NOT NULL,
  PRIMARY KEY (scope, idempotency_key),
  KEY ix_idempotency_age (created_at)
) DEFAULT CHARACTER SET utf8mb4;

--changeset payonce:readiness_probe
CREATE TABLE readiness_probe (
  id INT         NOT NULL PRIMARY KEY,
  at DATETIME(6) NOT NULL
);
