/** Where the program starts. */
package org.kpackworkbench.app;
