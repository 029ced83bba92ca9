/**
 * How numbers are written wherever a person reads them: the window, the command line and reports
 * use the same words, so a size seen in one place can be searched for in another.
 */
package org.kpackworkbench.model.base.text;
