--liquibase formatted sql

-- The rules of 0001-core.sql hold here too.

--changeset payonce:console-indexes
-- For the console's lists of one state, newest first by id, and its counts: a page reads as many rows as it shows, however
-- many there are of that state.
ALTER TABLE event_delivery ADD KEY ix_delivery_status (status, id);
ALTER TABLE dead_letter ADD KEY ix_dead_letter_status (status, id);
