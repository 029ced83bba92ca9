/**
 * Why a loader finds no code, in a sentence with advice.
 *
 * <p>{@link org.kpackworkbench.model.analysis.resolve.diagnose.Diagnoser} turns a trace, with the
 * archives available or without, into a {@link
 * org.kpackworkbench.model.analysis.resolve.diagnose.Diagnosis}: the cause, what to do, and the
 * place to examine. {@code ArchiveEvidence} adds what a trace does not show: the targets a
 * translation unit was compiled for, the rows under a binary's name, archives beside those that
 * were looked for. {@link org.kpackworkbench.model.analysis.resolve.diagnose.FailingStep} selects
 * the step that a diagnosis refers to.
 *
 * <p>{@link org.kpackworkbench.model.analysis.resolve.diagnose.LoadComparison} finds the first
 * difference between two loads of one wrapper, on two devices or in two environments. {@link
 * org.kpackworkbench.model.analysis.resolve.diagnose.TargetWarnings} warns about targets that are
 * probably misspelled.
 */
package org.kpackworkbench.model.analysis.resolve.diagnose;
