/**
 * What verification finds, and the rules that find it.
 *
 * <p>A {@link org.kpackworkbench.model.analysis.verify.Subject} is something that can be checked:
 * an archive, a stored blob, a code object, a host binary. A {@link
 * org.kpackworkbench.model.analysis.verify.Rule} checks one thing of one kind of subject, has a
 * name that stays, and hands what it finds to a {@link org.kpackworkbench.model.base.finding.Sink}.
 * The rules that exist are listed once, in {@code run.StandardRules}; {@code run.Verifier} reads
 * files, makes subjects of them and runs the rules.
 */
@org.jspecify.annotations.NullMarked
package org.kpackworkbench.model.base.finding;
