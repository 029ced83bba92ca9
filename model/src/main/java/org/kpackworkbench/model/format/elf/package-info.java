/**
 * ELF files, 64-bit and little-endian: libraries, executables, objects and code objects, read
 * without trusting any of their numbers.
 *
 * <p>{@link org.kpackworkbench.model.format.elf.ElfFile#read} reads the header and the two tables
 * of headers; symbols, relocations and strings stay in the file and are read one by one, on
 * request. What is broken in one part is listed in {@link
 * org.kpackworkbench.model.format.elf.ElfFile#problems} and leaves the rest usable.
 *
 * <table>
 * <caption>Roles</caption>
 * <tr><th>role</th><th>classes</th></tr>
 * <tr><td>constants</td><td>{@link org.kpackworkbench.model.format.elf.SectionType}, {@link
 *     org.kpackworkbench.model.format.elf.SectionFlags}, {@link
 *     org.kpackworkbench.model.format.elf.SegmentType}, {@link
 *     org.kpackworkbench.model.format.elf.SegmentFlags}, {@link
 *     org.kpackworkbench.model.format.elf.ElfMachine}; tags and relocation types are nested in
 *     {@link org.kpackworkbench.model.format.elf.DynamicEntry} and {@link
 *     org.kpackworkbench.model.format.elf.Relocation}</td></tr>
 * <tr><td>readers</td><td>{@code ElfReader} calls {@code HeaderTables}, {@code DynamicReader},
 *     {@code SymbolReader} and {@code RelocationReader}</td></tr>
 * <tr><td>model</td><td>{@link org.kpackworkbench.model.format.elf.ElfFile} with {@link
 *     org.kpackworkbench.model.format.elf.ElfSection sections}, {@link
 *     org.kpackworkbench.model.format.elf.ElfSegment segments}, {@link
 *     org.kpackworkbench.model.format.elf.SymbolTable symbols} and {@link
 *     org.kpackworkbench.model.format.elf.RelocationTable relocations}; {@link
 *     org.kpackworkbench.model.format.elf.AddressMap} maps virtual addresses to file offsets, and
 *     {@code Pointers} says what a word in memory holds after relocation</td></tr>
 * <tr><td>owners</td><td>{@link org.kpackworkbench.model.format.elf.ElfClaims} and {@link
 *     org.kpackworkbench.model.format.elf.ElfPlaces}</td></tr>
 * <tr><td>writer</td><td>the package {@code edit}</td></tr>
 * </table>
 *
 * <p>The layout follows the System V ABI, chapters 4 and 5 (gABI), with the GNU and LLVM additions.
 * All numbers are little-endian.
 *
 * <table>
 * <caption>ELF header, 64 bytes at offset 0</caption>
 * <tr><th>offset</th><th>size</th><th>field</th></tr>
 * <tr><td>0</td><td>4</td><td>magic, the bytes {@code 7F 45 4C 46}</td></tr>
 * <tr><td>4</td><td>1</td><td>class: 2 is 64-bit</td></tr>
 * <tr><td>5</td><td>1</td><td>byte order: 1 is little-endian</td></tr>
 * <tr><td>6</td><td>1</td><td>version, 1</td></tr>
 * <tr><td>7</td><td>1</td><td>OS ABI</td></tr>
 * <tr><td>8</td><td>1</td><td>ABI version; then 7 bytes of padding</td></tr>
 * <tr><td>16</td><td>2</td><td>type: 1 object, 2 executable, 3 shared object</td></tr>
 * <tr><td>18</td><td>2</td><td>machine: 62 x86-64, 224 AMDGPU</td></tr>
 * <tr><td>20</td><td>4</td><td>version, 1</td></tr>
 * <tr><td>24</td><td>8</td><td>entry point's virtual address</td></tr>
 * <tr><td>32</td><td>8</td><td>file offset of the program headers</td></tr>
 * <tr><td>40</td><td>8</td><td>file offset of the section headers</td></tr>
 * <tr><td>48</td><td>4</td><td>flags of the machine</td></tr>
 * <tr><td>52</td><td>2</td><td>size of this header</td></tr>
 * <tr><td>54</td><td>2+2</td><td>size of a program header, their number</td></tr>
 * <tr><td>58</td><td>2+2</td><td>size of a section header, their number</td></tr>
 * <tr><td>62</td><td>2</td><td>index of the section that holds the sections' names</td></tr>
 * </table>
 *
 * <p>Numbers too large for their 16 bits are in section header 0: the number of sections in its
 * size, the index of the names in its link, the number of program headers in its info.
 *
 * <table>
 * <caption>Program header, 56 bytes</caption>
 * <tr><th>offset</th><th>size</th><th>field</th></tr>
 * <tr><td>0</td><td>4+4</td><td>type, flags</td></tr>
 * <tr><td>8</td><td>8</td><td>file offset</td></tr>
 * <tr><td>16</td><td>8+8</td><td>virtual address, physical address</td></tr>
 * <tr><td>32</td><td>8+8</td><td>size in the file, size in memory</td></tr>
 * <tr><td>48</td><td>8</td><td>alignment</td></tr>
 * </table>
 *
 * <table>
 * <caption>Section header, 64 bytes</caption>
 * <tr><th>offset</th><th>size</th><th>field</th></tr>
 * <tr><td>0</td><td>4+4</td><td>name (offset into the names), type</td></tr>
 * <tr><td>8</td><td>8+8</td><td>flags, virtual address</td></tr>
 * <tr><td>24</td><td>8+8</td><td>file offset, size</td></tr>
 * <tr><td>40</td><td>4+4</td><td>link, info</td></tr>
 * <tr><td>48</td><td>8+8</td><td>alignment, size of an entry</td></tr>
 * </table>
 *
 * {@snippet class="tour.Snippets" region="elf"}
 */
package org.kpackworkbench.model.format.elf;
