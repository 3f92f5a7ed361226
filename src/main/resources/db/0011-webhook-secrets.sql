--liquibase formatted sql

-- The rules of 0001-core.sql hold here too.

--changeset payonce:webhook_earlier_secret
-- What an endpoint signed with before its previous_secret, as long as it signs, too: there is one for each rotation within the
-- overlap of another. Encrypted.
CREATE TABLE webhook_earlier_secret (
  endpoint_id BIGINT         NOT NULL,
  line        INT            NOT NULL,
  secret      VARBINARY(255) NOT NULL,
  signs_until DATETIME(6)    NOT NULL,
  PRIMARY KEY (endpoint_id, line)
);
