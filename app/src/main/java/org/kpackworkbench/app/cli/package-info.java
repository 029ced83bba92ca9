/**
 * The command line: one class a command ({@code InfoCommand}, {@code ListCommand}, {@code
 * ExtractCommand} …), all of which extend {@code Command}. {@code RootCommand} lists them, {@link
 * org.kpackworkbench.app.cli.Cli} parses arguments and turns failures into the exit status.
 *
 * <p>A command turns options into the request that the window's form builds, runs the operation and
 * prints its report as text or JSON. Data goes to standard output, messages, progress and errors go
 * to standard error, both through one {@link org.kpackworkbench.app.console.Console}, so that a
 * test runs a command in its own process and reads what it printed. No command but {@code render}
 * loads a JavaFX class, and that one only when it draws.
 *
 * <table>
 * <caption>Exit status</caption>
 * <tr><td>0</td><td>done, and nothing wrong</td></tr>
 * <tr><td>1</td><td>done, with findings or differences, or nothing was found</td></tr>
 * <tr><td>2</td><td>could not run, or not all of it: bad usage, unreadable or damaged input, failed
 *     write</td></tr>
 * </table>
 *
 * <p>JSON field names are fixed: existing fields keep their names and meanings, more may be added.
 * Sizes are bytes, offsets are numbers, virtual addresses are texts like {@code "0xc53000"},
 * targets have colons, what is not known is {@code null}.
 */
package org.kpackworkbench.app.cli;
