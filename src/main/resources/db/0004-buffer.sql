--liquibase formatted sql

-- The rules of 0001-core.sql hold here too. A version before this file leaves payments that were accepted for later
-- alone: they have no next_check_at until they are sent.

--changeset payonce:payment-buffer
-- for_later marks a payment that nobody waits for. ring_at is when it is taken up although no bell has been heard; null
-- once it was sent. first_sent_at is null in older rows: those were sent when they were made.
ALTER TABLE payment
  ADD COLUMN for_later     BOOLEAN     NOT NULL DEFAULT FALSE,
  ADD COLUMN ring_at       DATETIME(6) NULL,
  ADD COLUMN first_sent_at DATETIME(6) NULL;

--changeset payonce:payment-buffer-indexes
-- The first counts the buffer without looking at any other payment; the second finds those whose bell was lost.
ALTER TABLE payment
  ADD KEY ix_payment_buffer (status, for_later),
  ADD KEY ix_payment_ring (ring_at);
