/** What becomes of failures that nobody expected: a report in a file, and word of it. */
package org.kpackworkbench.app.crash;
