/**
 * Views of host binaries: what they are, where everything lies, sections, segments, wrappers,
 * symbols, relocations, dynamic entries and notes.
 *
 * <p>Each table is a {@link org.kpackworkbench.views.kit.rows.RowsSpec} that is tested without a
 * screen. {@link org.kpackworkbench.views.format.elf.ElfViews#tables} has the tables that any ELF
 * file has, for members of static libraries and code objects too.
 */
package org.kpackworkbench.views.format.elf;
