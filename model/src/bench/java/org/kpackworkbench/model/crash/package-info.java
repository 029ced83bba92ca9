/** Long runs that kill the program while it writes, and open and close files very often. */
package org.kpackworkbench.model.crash;
