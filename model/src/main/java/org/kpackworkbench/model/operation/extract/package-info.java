/**
 * Extracts code objects of a document into files, for the window and the command line.
 *
 * <table>
 * <caption>Placeholders in names of files</caption>
 * <tr><th>placeholder</th><th>becomes</th></tr>
 * <tr><td>{@code {binary}}</td><td>the binary's name, with {@code _} between its folders</td></tr>
 * <tr><td>{@code {name}}</td><td>the last part of the binary's name</td></tr>
 * <tr><td>{@code {path}}</td><td>the binary's name with its folders, as folders</td></tr>
 * <tr><td>{@code {index}}</td><td>the wrapper's index; {@code unreferenced} where no wrapper points
 *     to it</td></tr>
 * <tr><td>{@code {target}}</td><td>the target, with {@code -} for {@code :}</td></tr>
 * <tr><td>{@code {ordinal}}</td><td>the ordinal in an archive; elsewhere the row's number</td></tr>
 * <tr><td>{@code {type}}</td><td>{@code hsaco} or what else the archive says</td></tr>
 * <tr><td>{@code {group}}</td><td>the archive's group name; elsewhere the file's name</td></tr>
 * </table>
 *
 * <p>A {@code /} in the pattern makes a folder. Names are made to work on every system, two code
 * objects never get one file, and nothing is written outside the chosen folder. Each file appears
 * whole under its final name, or not at all:
 *
 * <pre>{@code
 * ExtractRequest request = ExtractRequest.all(document.codeObjects(), Path.of("out"))
 *     .with(ExtractSettings.NAMES, Optional.of(NamePattern.parse("{target}/{name}.hsaco")));
 * ExtractReport report = new Extract(request).run(Progress.NONE);
 * }</pre>
 */
package org.kpackworkbench.model.operation.extract;
