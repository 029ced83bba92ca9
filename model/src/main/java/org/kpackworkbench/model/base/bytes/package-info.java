/**
 * Views of bytes: the floor on which every format reader stands.
 *
 * <p>A {@link org.kpackworkbench.model.base.bytes.ByteView} is read-only, random-access and
 * addressed by {@code long}. It looks at a {@link org.kpackworkbench.model.base.bytes.MappedFile
 * mapped file} or at an array, and slices of it are free. Every read is bounds-checked, and every
 * failed one is a {@link org.kpackworkbench.model.base.bytes.FormatException} that says file,
 * structure, field and offset.
 *
 * <p>All integers in the formats of this program are little-endian, so there is one way to read
 * one. Looking (headers, tables, single fields) goes through the mapping; bulk passes (compress,
 * hash, verify, copy) use {@link org.kpackworkbench.model.base.bytes.ByteView#copyTo} or {@link
 * org.kpackworkbench.model.base.bytes.ByteView#stream}, which read the file by position, because
 * mapped pages count as resident memory and because memory handed to native code must not vanish
 * under it.
 */
package org.kpackworkbench.model.base.bytes;
