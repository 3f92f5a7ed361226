package dev.payonce.hostile;

import java.util.Random;

/** What somebody sends who does not know the secret, but how a token is made: all guesses, in the order of their seed. */
final class RandomTokens {

    private static final int MAX_CHARS = 255;
    private static final char FIRST = '#';
    private static final char LAST = '[';

    private final Random random;
    private final HandmadeToken model;

    /** @param model a good token, of which the guesses keep more or less */
    RandomTokens(long seed, String model) {
        this.random = new Random(seed);
        this.model = HandmadeToken.of(model);
    }

    String next() {
        return switch (random.nextInt(4)) {
            case 0 -> guessed(HandmadeToken.VERSION).text();
            case 1 -> guessed(HandmadeToken.ID).text();
            case 2 -> guessed(HandmadeToken.TAG).text();
            default -> anything();
        };
    }

    /** The model up to here, and then random bytes. */
    private HandmadeToken guessed(int from) {
        byte[] bytes = new byte[HandmadeToken.BYTES];
        random.nextBytes(bytes);
        return model.with(HandmadeToken.of(bytes), from, HandmadeToken.BYTES);
    }

    /** Text that JSON takes as it is. */
    private String anything() {
        StringBuilder text = new StringBuilder(random.nextBoolean() ? "pt_" : "x");
        for (int length = random.nextInt(MAX_CHARS - 3); length > 0; length--) {
            text.append((char) (FIRST + random.nextInt(LAST - FIRST)));
        }
        return text.toString();
    }
}
