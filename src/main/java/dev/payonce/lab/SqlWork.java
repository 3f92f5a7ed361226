package dev.payonce.lab;

import java.sql.SQLException;

/** Statements on one connection. */
@FunctionalInterface
interface SqlWork<T> {

    T run(Sql sql) throws SQLException;
}
