package dev.payonce.order;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.payonce.value.Money;
import dev.payonce.value.PlainText;
import dev.payonce.web.Violation;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.ArrayList;
import java.util.List;

/**
 * The body of {@code PATCH /orders/{id}}. A field that is not sent stays as it is, and a description of null is taken
 * away; a record could not tell the two apart.
 */
class Amendment {

    @Min(1)
    @Max(Money.MAX_AMOUNT)
    private Long amount;

    @PlainText(max = 500)
    private String description;

    private boolean setsAmount;
    private boolean setsDescription;

    @JsonProperty
    void setAmount(Long amount) {
        this.amount = amount;
        this.setsAmount = true;
    }

    @JsonProperty
    void setDescription(String description) {
        this.description = description;
        this.setsDescription = true;
    }

    boolean setsAmount() {
        return setsAmount;
    }

    Money priceOf(Order order) {
        return setsAmount ? new Money(amount, order.price().currency()) : order.price();
    }

    String descriptionOf(Order order) {
        return setsDescription ? description : order.description();
    }

    /** What is wrong beyond single fields; empty if nothing. */
    List<Violation> violations() {
        List<Violation> wrong = new ArrayList<>();
        if (!setsAmount && !setsDescription) {
            wrong.add(new Violation("amount", "is required, or description"));
        }
        if (setsAmount && amount == null) {
            wrong.add(new Violation("amount", "must not be null"));
        }
        return wrong;
    }
}
