--liquibase formatted sql

-- The rules of 0001-core.sql hold here too.

--changeset payonce:refund-watch
-- For the page of open and given up refunds, which is short however many there have been.
ALTER TABLE refund
  ADD KEY ix_refund_status (status, id),
  ADD KEY ix_refund_unknown (unknown_reason, id);
