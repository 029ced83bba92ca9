/** Files whose format is known and whose beginning is broken: what is wrong, instead of nothing. */
package org.kpackworkbench.views.kit.problem;
