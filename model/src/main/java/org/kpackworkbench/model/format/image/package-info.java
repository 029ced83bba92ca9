/**
 * Host binaries as a reader of device code needs them, whatever their container: sections,
 * addresses, and pointers as a loader leaves them. ELF files and Windows binaries are such images.
 *
 * {@snippet class="tour.Snippets" region="image"}
 */
package org.kpackworkbench.model.format.image;
