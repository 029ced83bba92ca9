/** Settings that the program keeps from one start to the next, in a JSON file of the user's. */
package org.kpackworkbench.app.settings;
