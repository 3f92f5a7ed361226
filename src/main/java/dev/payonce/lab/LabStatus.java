package dev.payonce.lab;

/** The states of the lab's order. */
enum LabStatus {
    PENDING,
    PROCESSING,
    PAID
}
