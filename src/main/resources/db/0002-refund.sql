--liquibase formatted sql

-- The rules of 0001-core.sql hold here too.

--changeset payonce:refund
-- (idempotency_scope, idempotency_key) is the dedup key of a wish for money back, kept for good: SHA-256 of caller and
-- operation with the caller's key, or of the charge for one that was never meant to be. A refused wish is a row too
-- (REJECTED), so that a late repeat of it gives nothing back. sends counts the calls
-- that may have reached the gateway, sent_at is the last of them.
CREATE TABLE refund (
  id                  BIGINT         NOT NULL PRIMARY KEY,
  payment_id          BIGINT         NOT NULL,
  order_id            BIGINT         NOT NULL,
  origin              VARCHAR(16)    CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  charge_reference    VARCHAR(255)   NULL,
  amount              BIGINT         NOT NULL,
  currency            CHAR(3)        CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  reason              VARCHAR(255)   NULL,
  restock             BOOLEAN        NOT NULL,
  status              VARCHAR(16)    CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  idempotency_scope   BINARY(32)     NOT NULL,
  idempotency_key     VARBINARY(255) NOT NULL,
  request_fingerprint BINARY(32)     NOT NULL,
  refusal             VARCHAR(32)    CHARACTER SET ascii COLLATE ascii_bin NULL,
  decline_code        VARCHAR(64)    NULL,
  refundable          BIGINT         NULL,
  gateway_reference   VARCHAR(255)   NULL,
  unknown_reason      VARCHAR(64)    NULL,
  version             INT            NOT NULL,
  created_at          DATETIME(6)    NOT NULL,
  sent_at             DATETIME(6)    NULL,
  sends               INT            NOT NULL,
  settled_at          DATETIME(6)    NULL,
  next_check_at       DATETIME(6)    NULL,
  checks              INT            NOT NULL DEFAULT 0,
  CONSTRAINT uq_refund_key UNIQUE (idempotency_scope, idempotency_key),
  KEY ix_refund_payment (payment_id, id),
  KEY ix_refund_check (next_check_at)
) DEFAULT CHARACTER SET utf8mb4;
