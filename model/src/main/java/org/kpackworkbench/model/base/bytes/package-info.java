/**
 * Views of bytes, which all readers of formats use.
 *
 * <p>A {@link org.kpackworkbench.model.base.bytes.ByteView} is read-only, random-access and
 * addressed by {@code long}. Its bytes are those of a {@link
 * org.kpackworkbench.model.base.bytes.OpenFile file}, of an array or of other views; slices are
 * free. Every read is bounds-checked, and every failed one is a {@link
 * org.kpackworkbench.model.base.bytes.FormatException} that names file, structure, field and
 * offset.
 *
 * <p>All integers in the formats of this program are little-endian, so views read no others. Single
 * fields, headers and tables are read in pages that are kept for a while. What reads much
 * (compress, hash, verify, copy, search) uses {@link
 * org.kpackworkbench.model.base.bytes.ByteView#copyTo} or {@link
 * org.kpackworkbench.model.base.bytes.ByteView#stream}, which go past them.
 *
 * <p>{@link org.kpackworkbench.model.base.bytes.ReplacingFile} and {@link
 * org.kpackworkbench.model.base.bytes.ReplacingFiles} write files that replace others as a whole;
 * {@link org.kpackworkbench.model.base.bytes.ByteSearch} finds a {@link
 * org.kpackworkbench.model.base.bytes.SearchPattern}.
 *
 * {@snippet class="tour.Snippets" region="bytes"}
 */
package org.kpackworkbench.model.base.bytes;
