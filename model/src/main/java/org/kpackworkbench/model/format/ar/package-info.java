/**
 * Static libraries ({@code .a}, {@code .lib}), read only.
 *
 * <p>A library is the magic {@code !<arch>\n} (or {@code !<thin>\n}, whose members are other files)
 * and members one after another, each at an even offset. There is no standard; this follows what
 * GNU ar, BSD ar and LLVM's write, as {@code ar(5)} describes it.
 *
 * <table>
 * <caption>Member header, 60 bytes, all text padded with spaces</caption>
 * <tr><th>offset</th><th>size</th><th>field</th></tr>
 * <tr><td>0</td><td>16</td><td>name, see below</td></tr>
 * <tr><td>16</td><td>12</td><td>time, seconds since 1970, decimal</td></tr>
 * <tr><td>28</td><td>6+6</td><td>user and group, decimal</td></tr>
 * <tr><td>40</td><td>8</td><td>mode, octal</td></tr>
 * <tr><td>48</td><td>10</td><td>size in bytes, decimal</td></tr>
 * <tr><td>58</td><td>2</td><td>the bytes {@code 60 0A}</td></tr>
 * </table>
 *
 * <table>
 * <caption>Names</caption>
 * <tr><th>name</th><th>meaning</th></tr>
 * <tr><td>{@code name/}</td><td>GNU: a name of up to 15 bytes</td></tr>
 * <tr><td>{@code /123}</td><td>GNU: the name at offset 123 of the member {@code //}</td></tr>
 * <tr><td>{@code #1/20}</td><td>BSD: the name is the first 20 bytes of the content</td></tr>
 * <tr><td>{@code /}, {@code /SYM64/}, {@code __.SYMDEF}</td><td>the index of symbols</td></tr>
 * <tr><td>{@code //}</td><td>the long names</td></tr>
 * </table>
 */
package org.kpackworkbench.model.format.ar;
