/** What the tests share: real stores. Uses the packages under test. */
package dev.payonce.testsupport;
