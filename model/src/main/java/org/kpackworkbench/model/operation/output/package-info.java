/**
 * Shared parts of operations that write files: notes about files in plans and reports, the check
 * that output and input do not overlap, and the exception for requests that cannot be done.
 *
 * {@snippet class="tour.Snippets" region="convert"}
 */
package org.kpackworkbench.model.operation.output;
