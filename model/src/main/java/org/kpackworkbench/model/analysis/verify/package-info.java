/**
 * Verification: checks files and trees against rules and reports findings. This package has the
 * subjects of the rules.
 *
 * <p>A {@link org.kpackworkbench.model.base.finding.Subject} is something that can be checked, such
 * as an archive, a stored blob, a code object or a host binary. A {@link
 * org.kpackworkbench.model.base.finding.Rule} checks one property of one kind of subject, has a
 * permanent name, and reports each violation to a {@link
 * org.kpackworkbench.model.base.finding.Sink}.
 *
 * <table>
 *   <caption>Packages below this one</caption>
 *   <tr><td>{@code rules}</td><td>the rules</td></tr>
 *   <tr><td>{@code run}</td><td>reads files, creates subjects and runs the rules; {@code
 *       StandardRules} lists all rules</td></tr>
 *   <tr><td>{@code context}</td><td>the archives, trees and original binaries around a file</td></tr>
 *   <tr><td>{@code coverage}</td><td>which binary has code for which target</td></tr>
 *   <tr><td>{@code report}</td><td>reports as text, JSON, SARIF, JUnit XML, HTML and Markdown</td></tr>
 * </table>
 */
package org.kpackworkbench.model.analysis.verify;
