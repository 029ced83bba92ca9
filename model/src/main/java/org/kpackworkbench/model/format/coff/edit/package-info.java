/** Changed copies of Windows programs and DLLs: all headers true, nothing else touched. */
package org.kpackworkbench.model.format.coff.edit;
