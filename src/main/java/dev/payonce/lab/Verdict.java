package dev.payonce.lab;

/** How a storm ended for the one who pays. */
enum Verdict {
    /** One charge, and the order is paid. */
    EXACTLY_ONCE,
    /** One charge, and the order will never say so: safe, but dead until a person looks. */
    CHARGED_BUT_STUCK,
    /** More than one charge. */
    CHARGED_AGAIN,
    /** None: nobody can pay any more. */
    NOT_CHARGED;

    static Verdict of(long charges, LabStatus order) {
        if (charges > 1) {
            return CHARGED_AGAIN;
        }
        if (charges == 0) {
            return NOT_CHARGED;
        }
        return order == LabStatus.PAID ? EXACTLY_ONCE : CHARGED_BUT_STUCK;
    }
}
