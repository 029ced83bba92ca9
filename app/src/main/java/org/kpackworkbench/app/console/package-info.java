/** Standard output and standard error: text in columns, JSON, messages, a line of progress. */
package org.kpackworkbench.app.console;
