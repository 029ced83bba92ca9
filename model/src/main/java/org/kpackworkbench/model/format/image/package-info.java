/**
 * What a reader of device code needs of the binary that holds it, whatever its container: sections,
 * addresses, and pointers as a loader leaves them. ELF files and Windows binaries are such images.
 */
package org.kpackworkbench.model.format.image;
