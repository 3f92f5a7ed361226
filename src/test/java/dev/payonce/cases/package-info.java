/** Faults that payment systems had in the field, each a test under the number of its report. */
package dev.payonce.cases;
