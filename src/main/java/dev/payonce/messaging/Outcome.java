package dev.payonce.messaging;

/** What became of one delivery. */
sealed interface Outcome {

    /** The closed list, for switches. */
    enum Kind {
        HANDLED,
        REPLAYED,
        RETRY_LATER,
        DEAD
    }

    Kind kind();

    /** Its effect is committed, and with it the mark in the inbox: to be acknowledged. */
    record Handled() implements Outcome {

        @Override
        public Kind kind() {
            return Kind.HANDLED;
        }
    }

    /** It had taken effect before: to be acknowledged. */
    record Replayed() implements Outcome {

        @Override
        public Kind kind() {
            return Kind.REPLAYED;
        }
    }

    /**
     * Nothing is known to have taken effect, and another try may go better.
     *
     * @param messageId null where it is not known
     * @param blameless whether the message has no part in it, so that giving it up would help nobody
     */
    record RetryLater(String messageId, String why, boolean blameless) implements Outcome {

        @Override
        public Kind kind() {
            return Kind.RETRY_LATER;
        }
    }

    /**
     * It took no effect and never will as it is.
     *
     * @param messageId null where it is not known
     * @param detail in plain English, without data of the message
     */
    record Dead(String messageId, DeadReason reason, String detail) implements Outcome {

        @Override
        public Kind kind() {
            return Kind.DEAD;
        }
    }
}
