package dev.payonce.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** JSON that may be broken: what is no list and no object is text, as it goes over the wire. */
sealed interface Json {

    String text();

    /** This and all that is in it, from the outside in. */
    List<Json> nodes();

    /** The same with one of its {@link #nodes} changed, by identity. */
    Json replace(Json node, UnaryOperator<Json> change);

    record Raw(String text) implements Json {

        @Override
        public List<Json> nodes() {
            return List.of(this);
        }

        @Override
        public Json replace(Json node, UnaryOperator<Json> change) {
            return node == this ? change.apply(this) : this;
        }
    }

    record Arr(List<Json> items) implements Json {

        @Override
        public String text() {
            return items.stream().map(Json::text).collect(Collectors.joining(",", "[", "]"));
        }

        @Override
        public List<Json> nodes() {
            List<Json> all = new ArrayList<>(List.of(this));
            items.forEach(item -> all.addAll(item.nodes()));
            return all;
        }

        @Override
        public Json replace(Json node, UnaryOperator<Json> change) {
            return node == this
                    ? change.apply(this)
                    : new Arr(items.stream()
                            .map(item -> item.replace(node, change))
                            .toList());
        }
    }

    /** @param name as it stands between the quotes */
    record Field(String name, Json value) {}

    record Obj(List<Field> fields) implements Json {

        @Override
        public String text() {
            return fields.stream()
                    .map(field -> '"' + field.name() + "\":" + field.value().text())
                    .collect(Collectors.joining(",", "{", "}"));
        }

        @Override
        public List<Json> nodes() {
            List<Json> all = new ArrayList<>(List.of(this));
            fields.forEach(field -> all.addAll(field.value().nodes()));
            return all;
        }

        @Override
        public Json replace(Json node, UnaryOperator<Json> change) {
            return node == this
                    ? change.apply(this)
                    : new Obj(fields.stream()
                            .map(field -> new Field(field.name(), field.value().replace(node, change)))
                            .toList());
        }
    }

    static Json of(Object value) {
        return new Raw(String.valueOf(value));
    }

    static Json string(String value) {
        StringBuilder text = new StringBuilder("\"");
        for (char one : value.toCharArray()) {
            if (one == '"' || one == '\\') {
                text.append('\\').append(one);
            } else if (one < ' ' || Character.isSurrogate(one)) {
                text.append("\\u%04x".formatted((int) one));
            } else {
                text.append(one);
            }
        }
        return new Raw(text.append('"').toString());
    }
}
