package dev.payonce.fuzz;

import dev.payonce.testsupport.ContractOperation;

/** How often an operation is chosen: those that others need more, those that take their time less. */
final class Weights {

    private Weights() {}

    static int of(ContractOperation operation) {
        return switch (operation.description().getOperationId()) {
            case "placeOrder", "issueToken", "pay" -> 20;
            case "runLab" -> 1;
            case "streamOrderEvents", "streamFigures", "gatewayBehave", "gatewayCharge", "gatewayRefund" -> 3;
            default -> 8;
        };
    }
}
