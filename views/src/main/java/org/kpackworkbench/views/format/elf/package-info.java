/**
 * Views of host binaries: overview, layout, sections, segments, wrappers, symbols, relocations,
 * dynamic entries and notes.
 *
 * <p>Each table is a {@link org.kpackworkbench.views.kit.rows.RowsSpec} with its row nested in it,
 * and is tested without a screen. {@link org.kpackworkbench.views.format.elf.ElfViews#tables} makes
 * the tables that any ELF file has, also for members of static libraries and for code objects.
 * {@link org.kpackworkbench.views.format.elf.ElfLayout} says where everything lies in the file,
 * {@code ElfOverview} what the file is, {@link org.kpackworkbench.views.format.elf.SymbolFinder}
 * finds symbols by name.
 */
package org.kpackworkbench.views.format.elf;
