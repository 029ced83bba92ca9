/** The page that measures ways to store code objects: a chart of sizes and times, and tables. */
package org.kpackworkbench.views.analysis.estimate;
