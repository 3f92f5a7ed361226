--liquibase formatted sql

-- The rules of 0001-core.sql hold here too.

--changeset payonce:outbox_order
-- seq grows under the order's row lock, so it orders the events of one order, which ids do not: clocks of instances differ.
-- MEDIUMTEXT: an order of 100 items is longer than 64 KiB.
ALTER TABLE outbox_event
  MODIFY COLUMN data MEDIUMTEXT NOT NULL,
  ADD COLUMN seq BIGINT NOT NULL AUTO_INCREMENT,
  ADD COLUMN addressed BOOLEAN NOT NULL DEFAULT FALSE,
  ADD UNIQUE KEY uq_outbox_seq (seq),
  ADD KEY ix_outbox_addressed (addressed, seq),
  ADD KEY ix_outbox_age (created_at);

--changeset payonce:event_receiver
-- Brokers that some instance has switched on; webhook endpoints are not among them.
CREATE TABLE event_receiver (
  name    VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  seen_at DATETIME(6) NOT NULL
);

--changeset payonce:event_delivery
-- What one receiver is to be told. due_at is also the lease of whoever is telling it; tries counts since since, which a
-- resend sets anew.
CREATE TABLE event_delivery (
  id          BIGINT      NOT NULL PRIMARY KEY,
  receiver    VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  event_id    BIGINT      NOT NULL,
  order_id    BIGINT      NOT NULL,
  seq         BIGINT      NOT NULL,
  status      VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  attempts    INT         NOT NULL,
  tries       INT         NOT NULL,
  since       DATETIME(6) NOT NULL,
  due_at      DATETIME(6) NOT NULL,
  lease_until DATETIME(6) NULL,
  result      VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL,
  created_at  DATETIME(6) NOT NULL,
  ended_at    DATETIME(6) NULL,
  CONSTRAINT uq_delivery_event UNIQUE (receiver, order_id, seq),
  KEY ix_delivery_due (status, receiver, due_at, created_at),
  KEY ix_delivery_receiver (receiver, id),
  KEY ix_delivery_of_event (event_id),
  KEY ix_delivery_ended (ended_at)
);

--changeset payonce:event_attempt
CREATE TABLE event_attempt (
  delivery_id BIGINT      NOT NULL,
  attempt     INT         NOT NULL,
  at          DATETIME(6) NOT NULL,
  result      VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  millis      INT         NOT NULL,
  PRIMARY KEY (delivery_id, attempt)
);
