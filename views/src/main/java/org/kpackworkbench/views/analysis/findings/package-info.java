/** What is wrong with the file in front, in the dock below the views. */
package org.kpackworkbench.views.analysis.findings;
