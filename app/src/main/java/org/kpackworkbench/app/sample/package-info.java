/**
 * The sample workspace: small real files to try first.
 *
 * <p>In the sources it is the folder {@code app/sample}; the program carries a copy and unpacks it
 * where the user may change it.
 */
package org.kpackworkbench.app.sample;
