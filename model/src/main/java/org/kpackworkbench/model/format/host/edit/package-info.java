/**
 * Changing host binaries: {@link org.kpackworkbench.model.format.host.edit.HostBinary} opens one,
 * writes a changed copy with the plans of {@code elf.edit}, and checks what was written. The
 * operations that take device code out and put it back use it.
 */
package org.kpackworkbench.model.format.host.edit;
