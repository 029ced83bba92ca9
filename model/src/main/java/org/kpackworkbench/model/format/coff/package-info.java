/**
 * Windows files, PE and COFF: headers, sections, directories, exports and imports, and the pointers
 * that a loader changes.
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
 * <caption>Optional header of PE32+</caption>
 * <tr><th>offset</th><th>size</th><th>field</th></tr>
 * <tr><td>0</td><td>2</td><td>0x20b</td></tr>
 * <tr><td>16</td><td>4</td><td>entry point, from the image's base</td></tr>
 * <tr><td>24</td><td>8</td><td>image base</td></tr>
 * <tr><td>32</td><td>4+4</td><td>alignment of sections in memory and in the file</td></tr>
 * <tr><td>56</td><td>4+4</td><td>size of the image in memory, of all headers</td></tr>
 * <tr><td>64</td><td>4</td><td>check sum</td></tr>
 * <tr><td>68</td><td>2+2</td><td>subsystem, DLL characteristics</td></tr>
 * <tr><td>108</td><td>4</td><td>number of directories, each an address and a size (4+4)</td></tr>
 * </table>
 *
 * <table>
 * <caption>Section header, 40 bytes</caption>
 * <tr><th>offset</th><th>size</th><th>field</th></tr>
 * <tr><td>0</td><td>8</td><td>name; in objects {@code /n} is offset n in the string table</td></tr>
 * <tr><td>8</td><td>4+4</td><td>size in memory, address from the image's base</td></tr>
 * <tr><td>16</td><td>4+4</td><td>size in the file, file offset</td></tr>
 * <tr><td>24</td><td>4+4</td><td>file offset of an object's relocations, and of line numbers</td></tr>
 * <tr><td>32</td><td>2+2</td><td>numbers of these</td></tr>
 * <tr><td>36</td><td>4</td><td>characteristics</td></tr>
 * </table>
 *
 * {@snippet class="tour.Snippets" region="windows"}
 */
package org.kpackworkbench.model.format.coff;
