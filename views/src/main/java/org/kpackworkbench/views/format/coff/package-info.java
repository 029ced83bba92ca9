/** Views of Windows binaries, which are named and listed but not taken apart. */
package org.kpackworkbench.views.format.coff;
