/** Text, regular expressions and bytes in code objects, and the pane that lists what was found. */
package org.kpackworkbench.views.analysis.search;
