/**
 * Windows files, PE and COFF: recognised and their sections listed. What is in the sections is not
 * read yet.
 *
 * <p>Follows Microsoft's "PE Format". A program or DLL starts with {@code MZ}; at the offset that
 * is at 0x3C come {@code PE\0\0}, the file header, the optional header and the section table. An
 * object file starts with the file header.
 *
 * <table>
 * <caption>File header, 20 bytes</caption>
 * <tr><th>offset</th><th>size</th><th>field</th></tr>
 * <tr><td>0</td><td>2</td><td>machine</td></tr>
 * <tr><td>2</td><td>2</td><td>number of sections</td></tr>
 * <tr><td>4</td><td>4</td><td>time</td></tr>
 * <tr><td>8</td><td>4+4</td><td>file offset of the symbols, their number</td></tr>
 * <tr><td>16</td><td>2</td><td>size of the optional header</td></tr>
 * <tr><td>18</td><td>2</td><td>characteristics</td></tr>
 * </table>
 *
 * <table>
 * <caption>Section header, 40 bytes</caption>
 * <tr><th>offset</th><th>size</th><th>field</th></tr>
 * <tr><td>0</td><td>8</td><td>name; in objects {@code /n} is offset n in the string table</td></tr>
 * <tr><td>8</td><td>4+4</td><td>size in memory, address from the image's base</td></tr>
 * <tr><td>16</td><td>4+4</td><td>size in the file, file offset</td></tr>
 * <tr><td>24</td><td>12</td><td>relocations and line numbers</td></tr>
 * <tr><td>36</td><td>4</td><td>characteristics</td></tr>
 * </table>
 */
package org.kpackworkbench.model.format.coff;
