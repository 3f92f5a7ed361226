/**
 * Requests made up from the contract, right and wrong: {@link dev.payonce.fuzz.Requests} makes them, {@link
 * dev.payonce.fuzz.Fuzzer} sends them, {@link dev.payonce.fuzz.Judge} looks at the answers.
 */
package dev.payonce.fuzz;
