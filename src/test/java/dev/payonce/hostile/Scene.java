package dev.payonce.hostile;

/**
 * What a call is about.
 *
 * @param path with the query
 * @param body null for none
 * @param thing the id of what a list must show to its owner; null for calls that are no list
 */
record Scene(String path, Object body, String thing) {

    static Scene at(String path) {
        return new Scene(path, null, null);
    }

    static Scene at(String path, Object body) {
        return new Scene(path, body, null);
    }

    static Scene list(String path, String thing) {
        return new Scene(path + "?limit=100", null, thing);
    }
}
