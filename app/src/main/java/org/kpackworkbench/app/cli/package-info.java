/**
 * The command line: {@code info}, {@code list}, {@code extract}, {@code render}.
 *
 * <p>Data goes to standard output, everything else to standard error, both through one {@link
 * org.kpackworkbench.app.cli.Console}, so that a test runs a command in its own process and looks
 * at what came out. Commands touch no JavaFX class before they need one.
 *
 * <table>
 * <caption>Exit status</caption>
 * <tr><td>0</td><td>done, and nothing wrong</td></tr>
 * <tr><td>1</td><td>done, with findings or differences, or nothing was found</td></tr>
 * <tr><td>2</td><td>could not run, or not all of it: bad usage, unreadable or damaged input, failed
 *     write</td></tr>
 * </table>
 *
 * <p>JSON field names are fixed: what is there keeps its name and meaning, more may be added. Sizes
 * are bytes, offsets are numbers, virtual addresses are texts like {@code "0xc53000"}, targets have
 * colons, what is not known is {@code null}.
 */
package org.kpackworkbench.app.cli;
