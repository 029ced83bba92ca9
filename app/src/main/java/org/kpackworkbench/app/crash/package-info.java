/** The handling of unexpected failures: a report in a file, and word of it. */
package org.kpackworkbench.app.crash;
